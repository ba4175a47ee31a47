import { startMailLog } from '@outreach/testing/mail';

/** An SMTP server in a process of its own: accepts every mail at once and reports their number to its parent. */
const REPORT_EVERY_MS = 50;

let acceptedCount = 0;
let firstAtMs = 0;
let lastAtMs = 0;
const mailLog = await startMailLog({
  onAccepted: () => {
    lastAtMs = Date.now();
    if (acceptedCount === 0) firstAtMs = lastAtMs;
    acceptedCount += 1;
  },
});
process.send?.({ port: mailLog.port });

const report = setInterval(() => {
  const { user, system } = process.cpuUsage();
  process.send?.({ acceptedCount, firstAtMs, lastAtMs, cpuUs: user + system });
}, REPORT_EVERY_MS);
process.on('disconnect', () => {
  clearInterval(report);
  void mailLog.stop();
});
