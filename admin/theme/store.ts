import { localStorageStore, type Store } from 'react-admin';

const store = localStorageStore();

/** What a browser remembers of a person: the theme alone, which signing out must not forget. */
export const rememberedStore: Store = {
  ...store,
  reset() {
    const theme: unknown = store.getItem('theme');
    store.reset();
    if (theme) store.setItem('theme', theme);
  },
};
