import { run } from '@outreach/app-kit';
import { authService } from './app.ts';

await run(authService);
