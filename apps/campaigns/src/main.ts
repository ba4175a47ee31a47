import { run } from '@outreach/app-kit';
import { campaignsService } from './app.ts';

await run(campaignsService);
