import { runAdmin } from '@outreach/app-kit';
import { authService } from './app.ts';

await runAdmin(authService);
