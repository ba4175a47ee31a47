import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authService } from '@outreach/app-auth';
import { campaignsService } from '@outreach/app-campaigns';
import { contactsService } from '@outreach/app-contacts';
import { ALL_ROUTES } from '@outreach/app-gateway/document';
import { OUTBOUND_METHODS } from '@outreach/app-gateway/outbound-methods';
import { startGateway, type Gateway } from '@outreach/app-gateway/test/gateway-harness';
import { pathOf, routeRequests } from '@outreach/app-gateway/test/route-requests';
import type { Service, ServiceApp, ServiceConfig } from '@outreach/app-kit';
import { webhooksService } from '@outreach/app-webhooks';
import { createLogger } from '@outreach/service-kit';
import { loadProto } from '@outreach/service-kit/grpc';
import { testEnvironment } from '@outreach/testing';

type Route = (typeof ALL_ROUTES)[number];

/** The gateway calls these to check the credential of a request, on every route. */
const CREDENTIAL_CHECKS = new Set([
  'auth.resolveApiKey',
  'auth.resolveUser',
  'auth.getJwks',
  'auth.listCredentialChanges',
]);

const logger = createLogger({ name: 'test', level: 'silent' });
const ADDRESSES = { CONTACTS_ADDRESS: 'localhost:1', CAMPAIGNS_ADDRESS: 'localhost:1' };

/** Builds a service with its features. Nothing is started. */
async function build<Config extends ServiceConfig>(service: Service<Config>): Promise<ServiceApp> {
  const { env } = await testEnvironment(service.name);
  return service.build(service.config.load({ ...ADDRESSES, ...env }), { logger });
}

const services = await Promise.all([
  build(authService),
  build(contactsService),
  build(campaignsService),
  build(webhooksService),
]);

/** `contacts.getContact` → its scope. */
const scopeOf = new Map<string, unknown>(
  services.flatMap(({ base, scopes }) =>
    [...scopes].map(([method, scope]) => [`${base.name}.${method}`, scope]),
  ),
);

/** Every route with its scope, and again with the scope that a query parameter requires. */
const cases = ALL_ROUTES.flatMap((route) => {
  const path = pathOf(route);
  const name = `${route.method.toUpperCase()} ${path}`;
  const plain = { name, route, path, scope: route.scope };
  if (route.scopeWhen === undefined) return [plain];
  const { parameter, value, scope } = route.scopeWhen;
  const query = `?${parameter}=${value}`;
  return [plain, { name: `${name}${query}`, route, path: `${path}${query}`, scope }];
});

let gateway: Gateway;
const { send } = routeRequests(() => gateway);

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => gateway.stop());

/** A public route that acts as the principal of a stored request, with the scopes that the principal has now. */
const ON_BEHALF: Readonly<Record<string, readonly unknown[]>> = {
  completeOAuth: [{ service: 'gateway' }, ['campaigns:write']],
};

/** Sends the example of a route and returns the methods that its handler calls. */
async function callsOf(route: Route, path: string): Promise<string[]> {
  gateway.world.calls.splice(0);
  await send(route, { path });
  return [...new Set(gateway.world.calls)].filter((method) => !CREDENTIAL_CHECKS.has(method));
}

describe('the scope of a route', () => {
  it.each(cases)('is the scope of the methods that $name calls', async ({ route, path, scope }) => {
    const methods = await callsOf(route, path);
    expect(methods.map((method) => [method, scopeOf.get(method)])).toEqual(
      methods.map((method, index) => [method, ON_BEHALF[route.operationId]?.[index] ?? scope]),
    );
    const callsBackend =
      /^\/(api|platforms|oauth|reports|console\/session)\//.test(path) &&
      route.operationId !== 'getRateLimitStatus';
    expect(methods.length > 0).toBe(callsBackend);
  });
});

/**
 * Queries by their shape that still write: a log-in and the results of a platform have no workspace yet, so they open
 * their own transactions.
 */
const OWN_TRANSACTION = new Set([
  'createToken',
  'refreshToken',
  'revokeToken',
  'acceptInvitation',
  'requestPasswordReset',
  'resetPassword',
  'startOidcLogIn',
  'completeOidcLogIn',
  'recordPlatformResults',
]);

/** The methods of a service by name: true if the proto file marks them as free of side effects. */
function marksOf(service: string): Map<string, boolean> {
  const rpcs = Object.values(loadProto(service)).flatMap((definition): [string, unknown][] =>
    'format' in definition ? [] : Object.entries(definition),
  );
  return new Map(
    rpcs.map(([name, rpc]) => {
      const { options } = rpc as { readonly options?: { readonly idempotency_level?: string } };
      const method = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
      return [method, options?.idempotency_level === 'NO_SIDE_EFFECTS'];
    }),
  );
}

describe('an RPC method', () => {
  it.each(services.map((service) => ({ name: service.base.name, service })))(
    'of $name is marked NO_SIDE_EFFECTS in its proto file if it is a query or a stream, and only then',
    ({ name, service }) => {
      const methods = service.features.flatMap((feature) => Object.entries(feature.methods ?? {}));
      const reads = methods.map(([method, entry]) => {
        const isRead = 'query' in (entry as object) || 'stream' in (entry as object);
        return [method, isRead && !OWN_TRANSACTION.has(method)] as const;
      });
      expect(reads.length).toBeGreaterThan(0);
      expect(Object.fromEntries(marksOf(name))).toEqual(Object.fromEntries(reads));
    },
  );
});

describe('a method that leaves the cluster', () => {
  it('is sent to the workers by the gateway, and no other method is', () => {
    const ofWorkers = services.flatMap(({ base, roles }) =>
      [...roles].flatMap(([method, role]) => (role === 'worker' ? [`${base.name}.${method}`] : [])),
    );
    const sent = Object.entries(OUTBOUND_METHODS).flatMap(([service, methods]) =>
      methods.map((method) => `${service}.${method}`),
    );
    expect(ofWorkers.toSorted()).toEqual(sent.toSorted());
    expect(sent).toContain('webhooks.testEndpoint');
  });
});
