import '@mantine/core/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';

createRoot(document.body.appendChild(document.createElement('div'))).render(<App />);
