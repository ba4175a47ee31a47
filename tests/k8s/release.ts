import { copyFileSync } from 'node:fs';
import { OVERLAYS, releasedPath, renderedPath } from './src/render-overlay.ts';

// `npm run release:k8s` keeps the rendered objects as those of the last release, for the check of an upgrade.
for (const overlay of OVERLAYS) copyFileSync(renderedPath(overlay), releasedPath(overlay));
