const PASSWORD_BYTES_MIN = 12;

/** Why a password is refused; null for a good one. */
export function passwordError(password: string): string | null {
  const isLong = new TextEncoder().encode(password).length >= PASSWORD_BYTES_MIN;
  return isLong ? null : 'Enter at least 12 characters.';
}
