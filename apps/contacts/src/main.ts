import { setFlagsFromString } from 'node:v8';
import { run } from '@outreach/app-kit';
import { contactsService } from './app.ts';

// With much free memory V8 lets the heap grow to several times its live size, and an import creates much garbage. This
// flag starts a collection when the heap is half as large again as after the previous collection.
setFlagsFromString('--heap-growing-percent=50');

await run(contactsService);
