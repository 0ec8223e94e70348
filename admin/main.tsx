import { createRoot } from 'react-dom/client';
import { App } from './App.js';
import { reloadWhenReplaced } from './audiences/reload.js';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
reloadWhenReplaced();
createRoot(root).render(<App />);
