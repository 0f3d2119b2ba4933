/** What `deploy/Containerfile` puts into the image, as far as others need to know it. */
export interface Containerfile {
  /** Debian packages of the build stage, of the system and of the languages. */
  readonly forBuild: readonly string[]
  readonly system: readonly string[]
  readonly runtimes: readonly string[]
  /** The words after `gamegrid` that the image runs unless told otherwise. */
  readonly command: readonly string[]
}

export function readContainerfile(text: string): Containerfile {
  const find = (pattern: RegExp): string => {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`the Containerfile has no line like ${pattern.source}`)
    return found
  }
  return {
    forBuild: words(
      find(/^RUN apt-get update && apt-get install -y --no-install-recommends ([a-z][^$&\n]*)$/m),
    ),
    system: words(find(/^ARG SYSTEM="(.*)"$/m)),
    runtimes: words(find(/^ARG RUNTIMES="(.*)"$/m)),
    command: JSON.parse(find(/^CMD (\[.*\])$/m)) as string[],
  }
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)
