import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the application.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
