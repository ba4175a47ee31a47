import { eventually } from './eventually.ts';

/** Waits for the connection of a link. */
export async function connected<T>(link: { current(): T | undefined }): Promise<T> {
  return eventually(() => {
    const connection = link.current();
    if (connection === undefined) throw new Error('The link is not connected.');
    return connection;
  });
}
