import { isRole, ROLE_SCOPES } from '@outreach/contracts-auth';
import { documentedAs, text } from '@outreach/http-kit/fields';
import { z } from 'zod';

const USERNAME = /^[A-Za-z0-9._@+-]{1,120}$/;
export const PASSWORD_BYTES_MAX = 1_024;

export const role = z.enum(Object.keys(ROLE_SCOPES).filter(isRole));

/** The name of a user; a log-in also accepts a text that no user can have as a name. */
export const username = documentedAs(
  z.string().regex(USERNAME, 'must be 1 to 120 of letters, digits and . _ @ + -'),
  { type: 'string', pattern: USERNAME.source },
);

/** A password of a user. The minimum length is a rule for new passwords only. */
export const password = documentedAs(
  text(PASSWORD_BYTES_MAX).refine(
    (value) => Buffer.byteLength(value) <= PASSWORD_BYTES_MAX,
    `must be at most ${PASSWORD_BYTES_MAX} bytes long`,
  ),
  { type: 'string', minLength: 1, maxLength: PASSWORD_BYTES_MAX },
);
