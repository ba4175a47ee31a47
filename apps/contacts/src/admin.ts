import { runAdmin } from '@outreach/app-kit';
import { contactsService } from './app.ts';

await runAdmin(contactsService);
