import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const COMPRESSED = /\.(css|js|svg)$/;

/** Writes each text file of the build also compressed, so that the gateway compresses nothing per request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      for (const file of names.filter((name) => COMPRESSED.test(name)).map((name) => path.join(dir, name)))
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
    },
  };
}

// Vite reads the default export of its configuration.
// eslint-disable-next-line no-restricted-syntax -- the default export is required by Vite.
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // A file in the script would be a data: address, which the policy forbids for all but images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
        },
      },
    },
  },
});
