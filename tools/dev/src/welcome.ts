import type { Demo } from './demo.ts';
import type { Stack } from './stack.ts';

const exampleContact = `'{"email":"ada@example.com","first_name":"Ada","tags":["demo"]}'`;

/** The text for a new user when everything runs. Scripts wait for its last line. */
export function welcome(stack: Stack, { workspace, receiver, mailSink, campaignId }: Demo): string {
  const user = workspace.users[0];
  const token = `'{"username":"${user?.username ?? ''}","password":"${user?.password ?? ''}"}'`;
  return [
    '',
    `API            ${stack.baseUrl}/api/v1/    reference ${stack.baseUrl}/docs`,
    `Demo user      ${user?.username ?? ''}  password ${user?.password ?? ''}`,
    `Demo API key   ${workspace.api_key}`,
    `Demo receiver  ${receiver.url}  (prints each verified webhook here)`,
    `Demo mail      ${mailSink.host}:${String(mailSink.port)}  (prints each email here)`,
    `Logs and data  ${stack.dataDir}`,
    '',
    'Get a token, create a contact, see its webhook arrive:',
    '',
    `curl -s -X POST ${stack.baseUrl}/api/v1/auth/token/ -H 'Content-Type: application/json' -d ${token}`,
    `curl -s -X POST ${stack.baseUrl}/api/v1/contacts/ -H 'Authorization: Bearer ${workspace.api_key}' -H 'Content-Type: application/json' -d ${exampleContact}`,
    `curl -s ${receiver.url}`,
    '',
    'Launch the demo campaign:',
    '',
    `curl -s -X POST ${stack.baseUrl}/api/v1/campaigns/${campaignId}/launch/ -H 'Authorization: Bearer ${workspace.api_key}'`,
    '',
    `outreach is ready at ${stack.baseUrl} (stop with Ctrl-C)`,
  ].join('\n');
}
