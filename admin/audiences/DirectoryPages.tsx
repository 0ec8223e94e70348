import { Route, Routes } from 'react-router-dom';
import { DirectoryPage } from '../directory/DirectoryPage.js';
import { ToolPage } from '../directory/ToolPage.js';
import { NotFound } from '../workspace/NotFound.js';

/** The directory and its tools, which a visitor reads as well. */
export default function DirectoryPages() {
  return (
    <Routes>
      <Route index element={<DirectoryPage />} />
      <Route path=":slug" element={<ToolPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
