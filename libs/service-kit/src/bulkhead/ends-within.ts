/** Waits for `work`, at most `ms`. False when it fails or takes longer; it then continues unobserved. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ms);
  const ended = work.then(
    () => true,
    () => false,
  );
  const isEnded = await Promise.race([ended, late.promise]);
  clearTimeout(timer);
  return isEnded;
}
