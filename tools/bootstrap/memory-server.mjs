// Last way to a mongod: prints the path of the one that mongodb-memory-server downloads into the given folder.

import { MongoBinary } from 'mongodb-memory-server-core';

const fallbackVersion = '7.0.28';
const path = await MongoBinary.getPath({ version: fallbackVersion, downloadDir: process.argv[2] });
process.stdout.write(`${path}\n`);
