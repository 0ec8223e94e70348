import polyglotI18nProvider from 'ra-i18n-polyglot';
import { en } from '../i18n/en.js';

/** Texts by key. A text that is no key is shown as it stands. */
export const i18nProvider = polyglotI18nProvider(() => en, 'en', [{ locale: 'en', name: 'English' }], {
  allowMissing: true,
});
