import 'virtual:tokens.css';
import 'swagger-ui-dist/swagger-ui.css';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './docs.css';
import './api.css';

const domNode = document.getElementById('api');
if (!domNode) throw new Error('the page has no #api');

const darkMode = matchMedia('(prefers-color-scheme: dark)');
const followTheme = () => document.documentElement.classList.toggle('dark-mode', darkMode.matches);
darkMode.addEventListener('change', followTheme);
followTheme();

const nothing = () => () => null;
/** The page has its own title; and nothing can be sent from it, so there is no server or key to choose. */
const readingOnly = () => ({
  wrapComponents: {
    InfoContainer: nothing,
    ServersContainer: nothing,
    authorizeBtn: nothing,
    authorizeOperationBtn: nothing,
  },
});

// Keys and tokens don't belong in a browser, and tracking refuses one.
SwaggerUI({
  domNode,
  url: '/openapi.json',
  validatorUrl: null,
  supportedSubmitMethods: [],
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  deepLinking: true,
  plugins: [readingOnly],
});
