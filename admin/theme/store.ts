import { localStorageStore, type Store } from 'react-admin';

const store = localStorageStore();

/** The theme alone is remembered in a browser: signing out must not forget it. */
export const rememberedStore: Store = {
  ...store,
  reset() {
    const theme: unknown = store.getItem('theme');
    store.reset();
    if (theme) store.setItem('theme', theme);
  },
};
