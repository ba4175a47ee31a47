import type { Demo, PlainDemo } from './demo.ts';
import type { StackConnection } from './stack.ts';

const exampleContact = `'{"email":"ada@example.com","first_name":"Ada","tags":["demo"]}'`;

/** The text when webhooks and emails must not go to this machine. */
export function welcomeWithoutServers(stack: StackConnection, { workspace }: PlainDemo): string {
  const user = workspace.users[0];
  return [
    '',
    ...gateways(stack),
    `Demo user      ${user?.username ?? ''}  password ${user?.password ?? ''}`,
    `Demo API key   ${workspace.api_key}`,
    'Demo receiver  not started: OUTBOUND_ALLOW_PRIVATE_CIDRS does not contain 127.0.0.1',
    'Demo mail      not started, for the same reason',
    `Logs and data  ${stack.dataDir}`,
    '',
    `outreach is ready at ${stack.baseUrl} (stop with Ctrl-C)`,
  ].join('\n');
}

/** The text for a new user when everything runs. Scripts wait for its last line. */
export function welcome(stack: StackConnection, { workspace, receiver, mail, campaignId }: Demo): string {
  const user = workspace.users[0];
  const token = `'{"username":"${user?.username ?? ''}","password":"${user?.password ?? ''}"}'`;
  const key = `-H 'Authorization: Bearer ${workspace.api_key}'`;
  const campaign = `${stack.baseUrl}/api/v1/campaigns/${campaignId}/`;
  const threads = `${stack.baseUrl}/api/v1/inbox/threads/`;
  return [
    '',
    ...gateways(stack),
    `Demo user      ${user?.username ?? ''}  password ${user?.password ?? ''}`,
    `Demo API key   ${workspace.api_key}`,
    `Demo receiver  ${receiver.url}  (prints each verified webhook here)`,
    `Demo mail      ${mail.url}  (shows each email that the demo sends)`,
    `Logs and data  ${stack.dataDir}`,
    '',
    'Get a token, create a contact, see its webhook arrive:',
    '',
    `curl -s -X POST ${stack.baseUrl}/api/v1/auth/token/ -H 'Content-Type: application/json' -d ${token}`,
    `curl -s -X POST ${stack.baseUrl}/api/v1/contacts/ ${key} -H 'Content-Type: application/json' -d ${exampleContact}`,
    `curl -s ${receiver.url}`,
    '',
    'Launch the demo campaign, see its emails arrive, open one, click, reply, and read the numbers:',
    '',
    `curl -s -X POST ${campaign}launch/ ${key}`,
    `curl -s ${mail.url}`,
    `curl -sL ${mail.url}messages/1/open -o /dev/null -w '%{http_code}\\n'`,
    `curl -sL ${mail.url}messages/1/click -o /dev/null -w '%{url_effective}\\n'`,
    `curl -s ${mail.url}messages/1/reply -H 'Content-Type: text/plain' -d 'Sounds good, can we talk on Tuesday?'`,
    `curl -s ${campaign}analytics/summary/ ${key}`,
    `curl -s ${receiver.url}`,
    '',
    'Read the reply in its thread, answer it, and see the answer arrive:',
    '',
    `THREAD=$(curl -s ${threads} ${key} | grep -o 'thr_[0-9A-Z]*' | head -1)`,
    `curl -s ${threads}$THREAD/ ${key}`,
    `curl -s -X POST ${threads}$THREAD/reply/ ${key} -H 'Content-Type: application/json' -d '{"body_text":"Tuesday at ten?"}'`,
    `curl -s ${mail.url}`,
    '',
    `outreach is ready at ${stack.baseUrl} (stop with Ctrl-C)`,
  ].join('\n');
}

function gateways({ baseUrl, gatewayUrls }: StackConnection): string[] {
  const further = gatewayUrls.filter((url) => url !== baseUrl);
  return [
    `Console        ${baseUrl}/console/`,
    `API            ${baseUrl}/api/v1/    reference ${baseUrl}/docs`,
    ...further.map((url) => `Second gateway ${url}/api/v1/    same data and limits`),
  ];
}
