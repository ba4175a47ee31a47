import { randomBytes } from 'node:crypto';
import { authService } from '@outreach/app-auth';
import { openAdmin } from '@outreach/app-kit';
import { z } from 'zod';

const PASSWORD_BYTES = 12;
const SUFFIX_BYTES = 4;

const createdSchema = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ username: z.string(), role: z.string() }),
});

// `seed-workspaces.ts NAME COUNT [FLAG…]`: creates workspaces with owners, with the configuration of auth in the
// environment, and prints them as a JSON list. One process for many is faster than one admin command each.
const [name = 'Seed', count = '1', ...flags] = process.argv.slice(2);
const admin = await openAdmin(authService, process.env);
const seeded = [];
for (let index = 0; index < Number(count); index += 1) {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const owner = `${name.toLowerCase()}-${randomBytes(SUFFIX_BYTES).toString('hex')}@example.com`;
  const args = ['workspace', 'create', '--name', name, '--owner', owner, `--password=${password}`, ...flags];
  const { workspace, user } = createdSchema.parse(await admin.run(args));
  seeded.push({ workspace, username: user.username, role: user.role, password });
}
await admin.close();
process.stdout.write(JSON.stringify(seeded));
