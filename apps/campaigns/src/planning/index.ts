export type { PlanMarks } from './ports.ts';
