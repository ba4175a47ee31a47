export { callJsonServer, JsonServerFailed, type JsonServer } from './json-server.client.ts';
