import { WINDOW_MS } from './limits.ts';

/**
 * The exact sliding window in Redis: one ring per limit, stored as a string of a 12-byte header (capacity, tail, count)
 * and 6-byte timestamps in ms. A full ring of 5,000 takes 30 KB; a sorted set takes twenty times as much.
 *
 * KEYS: the rings. ARGV: operation, time of a test's clock (empty in production), timestamp to release, limit per ring.
 * Returns {ok, now, used, expiringAt, used, expiringAt, …}. `expiringAt` is the timestamp of the request whose expiry
 * frees quota.
 */
export const RING_SCRIPT = `
local WINDOW = ${WINDOW_MS}
local HEADER = 12
local SIZE = 6
local operation, given, released = ARGV[1], ARGV[2], tonumber(ARGV[3])

local function currentTime()
  if given ~= '' then return tonumber(given) end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function offsetOf(ring, position)
  return HEADER + SIZE * ((ring.tail + position) % ring.capacity)
end

local function timestampAt(ring, position)
  local offset = offsetOf(ring, position)
  return (struct.unpack('>I6', redis.call('GETRANGE', ring.key, offset, offset + SIZE - 1)))
end

local function load(key, limit)
  local ring = { key = key, limit = limit, capacity = limit, tail = 0, count = 0 }
  local header = redis.call('GETRANGE', key, 0, HEADER - 1)
  if #header == HEADER then
    ring.capacity, ring.tail, ring.count = struct.unpack('>I4I4I4', header)
  end
  return ring
end

-- Timestamps are in ascending order: binary search for the first one after a time.
local function firstAfter(ring, time)
  local low, high = 0, ring.count
  if high == 0 or timestampAt(ring, 0) > time then return 0 end
  while low < high do
    local middle = math.floor((low + high) / 2)
    if timestampAt(ring, middle) > time then high = middle else low = middle + 1 end
  end
  return low
end

local function dropOldest(ring, count)
  if count == ring.count then
    ring.tail, ring.count = 0, 0
  else
    ring.tail, ring.count = (ring.tail + count) % ring.capacity, ring.count - count
  end
end

local function timestamps(ring)
  if ring.count == 0 then return '' end
  local start = offsetOf(ring, 0)
  local first = math.min(ring.count, ring.capacity - ring.tail)
  local text = redis.call('GETRANGE', ring.key, start, start + SIZE * first - 1)
  if first == ring.count then return text end
  return text .. redis.call('GETRANGE', ring.key, HEADER, HEADER + SIZE * (ring.count - first) - 1)
end

local function rewrite(ring, text)
  ring.tail, ring.count = 0, #text / SIZE
  local header = struct.pack('>I4I4I4', ring.capacity, 0, ring.count)
  redis.call('SET', ring.key, header .. text, 'PX', WINDOW)
end

local function push(ring, now)
  if ring.capacity ~= ring.limit then
    local text = timestamps(ring)
    ring.capacity = ring.limit
    rewrite(ring, text)
  end
  redis.call('SETRANGE', ring.key, offsetOf(ring, ring.count), struct.pack('>I6', now))
  ring.count = ring.count + 1
  redis.call('SETRANGE', ring.key, 0, struct.pack('>I4I4I4', ring.capacity, ring.tail, ring.count))
  redis.call('PEXPIRE', ring.key, WINDOW)
end

local function release(ring)
  local at = firstAfter(ring, released - 1)
  if at == ring.count or timestampAt(ring, at) ~= released then return end
  local text = timestamps(ring)
  rewrite(ring, text:sub(1, SIZE * at) .. text:sub(SIZE * (at + 1) + 1))
end

local now = currentTime()
local rings = {}
for index, key in ipairs(KEYS) do
  local ring = load(key, tonumber(ARGV[3 + index]))
  if ring.count > 0 then
    local newest = timestampAt(ring, ring.count - 1)
    -- If the clock was set back, the newest timestamp is the current time; if by more than a window, the ring is cleared.
    if newest > now + WINDOW then dropOldest(ring, ring.count) elseif newest > now then now = newest end
  end
  rings[index] = ring
end

local ok = 1
for _, ring in ipairs(rings) do
  dropOldest(ring, firstAfter(ring, now - WINDOW))
  if ring.count >= ring.limit then ok = 0 end
end
for _, ring in ipairs(rings) do
  if operation == 'release' then release(ring) elseif operation == 'admit' and ok == 1 then push(ring, now) end
end

local reply = { ok, now }
for _, ring in ipairs(rings) do
  reply[#reply + 1] = ring.count
  reply[#reply + 1] = ring.count == 0 and now or timestampAt(ring, math.max(ring.count - ring.limit, 0))
end
return reply
`;
