import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';

export function App(): ReactNode {
  return <MantineProvider>Outreach</MantineProvider>;
}
