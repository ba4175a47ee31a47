import { run } from '@outreach/app-kit';
import { webhooksService } from './app.ts';

await run(webhooksService);
