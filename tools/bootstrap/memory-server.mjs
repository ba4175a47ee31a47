// Prints the path of the mongod that mongodb-memory-server downloads into the given folder; used as a last resort.

import { MongoBinary } from 'mongodb-memory-server-core';

const fallbackVersion = '7.0.28';
const path = await MongoBinary.getPath({ version: fallbackVersion, downloadDir: process.argv[2] });
process.stdout.write(`${path}\n`);
