export { testCall } from './call.ts';
export { connected } from './connected.ts';
export { aboutContact, eventLike } from './event-like.ts';
export type { AboutContact, LikeExample } from './event-like.ts';
export { eventually } from './eventually.ts';
export type { EventuallyOptions } from './eventually.ts';
export { createFakeClock } from './fake-clock.ts';
export type { FakeClock } from './fake-clock.ts';
export { rotateServiceKey } from './key-rotation.ts';
export type { RotationOptions, SealedPaths } from './key-rotation.ts';
export { createTestIdentities } from './identities.ts';
export type { TestIdentities } from './identities.ts';
export { testMongoUri, testNatsUrl, uniqueName } from './servers.ts';
export { createNatsProcess } from './nats-process.ts';
export { createRedisProcess } from './redis-process.ts';
export { numbersFrom } from './seeded-random.ts';
export { freePort } from './free-port.ts';
export { GROWTH_MAX, growthOf } from './linear-growth.ts';
export type { ServerProcess } from './server-process.ts';
export { answerStatus, startWebhookSink } from './webhook-sink.ts';
export type { ReceivedWebhook, SinkAnswer, WebhookSink } from './webhook-sink.ts';
export { startService, testEnvironment } from './service-harness.ts';
export type { RunningApp, ServiceEnvironment, StartOptions } from './service-harness.ts';
export { wakeOnWrites } from './wake-on-writes.ts';
export { startDnsServer } from './dns-server.ts';
export type { DnsRecords, TestDnsServer } from './dns-server.ts';
export { MAILBOX_DOMAIN, startDovecot } from './dovecot.ts';
export type { MailFolder, TestDovecot } from './dovecot.ts';
export { startPostfix } from './postfix.ts';
export type { TestPostfix } from './postfix.ts';
export { startMailLog } from './mail-log.ts';
export type { LoggedMail, MailLog, MailLogOptions } from './mail-log.ts';
export { startSendingPlatform } from './sending-platform.ts';
export type {
  PlatformCallback,
  PlatformMail,
  PlatformReply,
  PlatformRequest,
  PlatformSignature,
  SendingPlatform,
  SendingPlatformOptions,
} from './sending-platform.ts';
export { startMailSink } from './mail-sink.ts';
export type { MailSink, MailSinkOptions, ReceivedMail, SinkReply } from './mail-sink.ts';
export { TEST_CA, TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './test-certificate.ts';
export { EXPIRED_CA, EXPIRED_CERTIFICATE, EXPIRED_CERTIFICATE_KEY } from './expired-certificate.ts';
