import { runAdmin } from '@outreach/app-kit';
import { campaignsService } from './app.ts';

await runAdmin(campaignsService);
