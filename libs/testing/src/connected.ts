import { eventually } from './eventually.ts';

/** The connection of a link, once there is one. */
export async function connected<T>(link: { current(): T | undefined }): Promise<T> {
  return eventually(() => {
    const connection = link.current();
    if (connection === undefined) throw new Error('The link is not connected.');
    return connection;
  });
}
