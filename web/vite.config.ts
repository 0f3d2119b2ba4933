import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { packBoard } from './chat.ts'
import { chunksByPages } from './chunks.ts'
import { packClient } from './client.ts'
import { packPlayer } from './player.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed(), client(), board(), player()],
  // The pages are written for React and run on Preact, which is a third of the size.
  resolve: {
    alias: {
      'use-sync-external-store/shim/index.js': 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react/jsx-dev-runtime': 'preact/jsx-runtime',
      react: 'preact/compat',
    },
  },
  // Nothing is inlined: the policy "default-src 'self'" forbids it.
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The preload helper is larger than most chunks.
    modulePreload: false,
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunksByPages() } } },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
})

/** Writes each file compressed as well, so that the server need not compress at each request. */
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

/** Packs the command line for contestants beside the pages: both are built of the same sources, and the arena serves both. */
function client(): Plugin {
  return {
    name: 'client',
    apply: 'build',
    writeBundle: ({ dir = '' }) => packClient(join(dir, 'client')),
  }
}

/** Packs the boards of the reports of contests. */
function player(): Plugin {
  return {
    name: 'player',
    apply: 'build',
    writeBundle: ({ dir = '' }) => packPlayer(join(dir, 'report/player.json')),
  }
}

/** Packs the board that assistants show in the chat. */
function board(): Plugin {
  return {
    name: 'board',
    apply: 'build',
    writeBundle: ({ dir = '' }) => packBoard(join(dir, 'mcp/board.html')),
  }
}
