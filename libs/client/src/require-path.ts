/**
 * Refuses a path that could leave the origin of the base URL, so that a credential is never sent elsewhere, and parameters
 * that turn a path into the path of another operation.
 */
export function requirePath(path: string, parameters: Readonly<Record<string, unknown>> = {}): void {
  if (!/^\/[^/\\]/.test(path)) throw new TypeError(`${path} is not a path of the API.`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`${name} of ${path} is not an id.`);
  }
}
