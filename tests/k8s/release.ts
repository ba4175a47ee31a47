import { copyFileSync } from 'node:fs';
import { OVERLAYS, releasedPath, renderedPath } from './src/render-overlay.ts';

// `npm run release:k8s` copies the rendered objects. The check of an upgrade uses the copy as the previous release.
for (const overlay of OVERLAYS) copyFileSync(renderedPath(overlay), releasedPath(overlay));
