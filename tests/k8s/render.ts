import { writeFileSync } from 'node:fs';
import { headerOf, OVERLAYS, renderedPath, renderOverlay, sourceHash } from './src/render-overlay.ts';

// `npm run k8s:render` renders the overlays after a change in k8s/. It requires kubectl or kustomize.
for (const overlay of OVERLAYS) {
  const yaml = renderOverlay(overlay);
  if (yaml === undefined)
    throw new Error('Install kubectl or kustomize, version 5 or later, to render k8s/.');
  writeFileSync(renderedPath(overlay), headerOf(sourceHash()) + yaml);
}
