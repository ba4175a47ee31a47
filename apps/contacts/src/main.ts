import { run } from '@outreach/app-kit';
import { contactsService } from './app.ts';

await run(contactsService);
