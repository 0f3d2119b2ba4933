import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  // Written as for React, run by Preact: the same pages at a third of the weight.
  resolve: {
    alias: {
      'use-sync-external-store/shim/index.js': 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react/jsx-dev-runtime': 'preact/jsx-runtime',
      react: 'preact/compat',
    },
  },
  // Files that the policy "default-src 'self'" lets in: nothing inline.
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // What helps to load parts ahead of time is larger than most of them.
    modulePreload: false,
    target: 'es2023',
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:8080' } },
})

/** Lays every file down compressed as well, so that a server need not do it for each request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:html|js|css|svg)$/.test(name)) continue
        const body = readFileSync(join(dir, name))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(body, { level: 9 }))
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(body))
      }
    },
  }
}
