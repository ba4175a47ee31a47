import { gatewayDocument } from '@outreach/app-gateway/document';
import type { GeneratedFile } from './proto.ts';

/** The OpenAPI document that the gateway serves. */
export function generateOpenApi(): GeneratedFile[] {
  return [{ path: 'docs/openapi.json', text: `${JSON.stringify(gatewayDocument(), null, 2)}\n` }];
}
