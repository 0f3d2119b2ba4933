/** What the reference says of an operation beside its schemas: a test checks the examples against them. */
export interface OperationText {
  /** What the summary does not say: when it works, what it changes, what to do next. */
  readonly description: string
  readonly example: {
    /** What a client sends, where the operation takes a body. */
    readonly body?: unknown
    /** What the server answers, where the answer has a body. */
    readonly answer?: unknown
  }
}
