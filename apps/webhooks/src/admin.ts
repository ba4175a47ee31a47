import { runAdmin } from '@outreach/app-kit';
import { webhooksService } from './app.ts';

await runAdmin(webhooksService);
