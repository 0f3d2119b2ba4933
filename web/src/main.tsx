import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has a root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
