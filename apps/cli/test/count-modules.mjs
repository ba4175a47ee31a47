// Loaded before the command: writes the URL of each file that is loaded to standard error.

import { registerHooks } from 'node:module';
import { stderr } from 'node:process';

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:')) stderr.write(`${url}\n`);
    return next(url, context);
  },
});
