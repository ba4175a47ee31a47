import type { MongoClient } from 'mongodb';

/**
 * Moves the next attempts of an endpoint to now, so that a test does not wait for the retry schedule.
 * @param leased includes deliveries that a worker has leased; only correct if that worker is dead.
 */
export async function makeDeliveriesDue(
  mongo: MongoClient,
  { endpointId, leased = false }: { endpointId: string; leased?: boolean },
): Promise<void> {
  const now = new Date();
  const waiting = { endpoint_id: endpointId, due_at: { $gt: now }, ...(leased ? {} : { lease_token: null }) };
  const deliveries = mongo.db('outreach_webhooks').collection('deliveries');
  await deliveries.updateMany(waiting, { $set: { due_at: now } });
}
