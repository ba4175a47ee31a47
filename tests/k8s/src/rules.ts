import { CONFIGURATION_RULES } from './configuration-rules.ts';
import { LIFE_RULES } from './life-rules.ts';
import { NETWORK_RULES } from './network-rules.ts';
import { POD_RULES } from './pod-rules.ts';
import type { Rule } from './rule.ts';

/** All rules of the rendered overlays. */
export const RULES: readonly Rule[] = [...POD_RULES, ...LIFE_RULES, ...NETWORK_RULES, ...CONFIGURATION_RULES];
