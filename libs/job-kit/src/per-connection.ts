import type { Connection } from 'mongoose';

/** Returns a function that creates one value for each connection, at its first use. */
export function perConnection<Value>(
  create: (connection: Connection) => Value,
): (connection: Connection) => Value {
  const values = new WeakMap<Connection, Value>();
  return (connection) => {
    const value = values.get(connection) ?? create(connection);
    values.set(connection, value);
    return value;
  };
}
