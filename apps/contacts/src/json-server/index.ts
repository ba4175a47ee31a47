export { callJsonServer, KnownFailure, type JsonServer } from './json-server.client.ts';
