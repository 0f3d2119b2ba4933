import { useState } from 'react'

const NEXT = { system: 'dark', dark: 'light', light: 'system' } as const
type Theme = keyof typeof NEXT

/** Switches between the themes: system, dark, light. */
export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const choose = (next: Theme): void => {
    setTheme(next)
    const { dataset } = document.documentElement
    if (next === 'system') delete dataset['theme']
    else dataset['theme'] = next
    try {
      localStorage.setItem('theme', next)
    } catch {
      // Storage may be blocked; the value still holds until the page is closed.
    }
  }
  return (
    <button
      type="button"
      className="button quiet"
      title={`Colours: ${theme}`}
      aria-label={`Colours: ${theme}. Change to ${NEXT[theme]}`}
      onClick={() => choose(NEXT[theme])}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={ICONS[theme]} />
      </svg>
    </button>
  )
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const ICONS: Readonly<Record<Theme, string>> = {
  system: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 2v16a8 8 0 0 1 0-16Z',
  dark: 'M20.7 14.6A9 9 0 0 1 9.4 3.3a.6.6 0 0 0-.8-.7 10 10 0 1 0 12.8 12.8.6.6 0 0 0-.7-.8Z',
  light:
    'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10Zm-1-5h2v3h-2zm0 17h2v3h-2zM2 11h3v2H2zm17 0h3v2h-3zM4.2 5.6l1.4-1.4 2.1 2.1-1.4 1.4zm12.1 12.1 1.4-1.4 2.1 2.1-1.4 1.4zM4.2 18.4l2.1-2.1 1.4 1.4-2.1 2.1zM16.3 6.3l2.1-2.1 1.4 1.4-2.1 2.1z',
}
