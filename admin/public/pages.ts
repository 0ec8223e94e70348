import {
  PublicAdoption,
  PublicCategories,
  PublicCategory,
  PublicComparison,
  PublicDirectory,
  PublicHackathon,
  PublicHackathons,
  PublicHome,
  PublicMethodology,
  PublicOffer,
  PublicOffers,
  PublicProof,
  PublicSkill,
  PublicTool,
  PublicUse,
} from '../providers/generated/operations.js';
import { AdoptionPage, adoptionHead, adoptionPreview, adoptionVariables } from './AdoptionPage.js';
import {
  CategoriesPage,
  CategoryPage,
  categoriesHead,
  categoryHead,
  categoryPreview,
  categoryVariables,
} from './CategoriesPage.js';
import { ComparePage, compareHead, comparePreview } from './ComparePage.js';
import { DIRECTORY_QUERY, DirectoryPage, directoryHead, directoryVariables } from './DirectoryPage.js';
import { HackathonPage, hackathonHead, hackathonPreview } from './HackathonPage.js';
import { HACKATHONS_QUERY, HackathonsPage, hackathonsHead, hackathonsVariables } from './HackathonsPage.js';
import { HomePage, homeHead, homePreview } from './HomePage.js';
import { MethodologyPage, methodologyHead } from './MethodologyPage.js';
import { OfferPage, offerHead, offerPreview } from './OfferPage.js';
import { OFFERS_QUERY, OffersPage, offersHead, offersVariables } from './OffersPage.js';
import { ProjectPage, projectHead } from './ProjectPage.js';
import { definePage, type Page, type Place } from './page.js';
import { PERIOD_QUERY } from './periods.js';
import { compareAt, comparedIn } from './question.js';
import { SkillPage, skillHead } from './SkillPage.js';
import { TOOL_QUERY, ToolPage, toolHead, toolPreview, toolVariables } from './ToolPage.js';
import { USE_QUERY, UsePage, useHead, usePreview, useVariables } from './UsePage.js';

const slugIn = ({ params: { slug = '' } }: Place) => ({ slug });

/** Every public page: its address, the document that it asks, what it shows and what previews of its link say. */
export const pages: readonly Page[] = [
  definePage({
    path: '/',
    operation: PublicHome,
    variables: () => ({}),
    head: homeHead,
    component: HomePage,
    preview: homePreview,
    scripted: true,
  }),
  definePage({
    path: '/adoption',
    query: PERIOD_QUERY,
    operation: PublicAdoption,
    variables: adoptionVariables,
    head: adoptionHead,
    component: AdoptionPage,
    preview: adoptionPreview,
  }),
  definePage({
    path: '/adoption/:day',
    query: PERIOD_QUERY,
    operation: PublicAdoption,
    variables: adoptionVariables,
    head: adoptionHead,
    component: AdoptionPage,
    preview: adoptionPreview,
    isFinal: true,
  }),
  definePage({
    path: '/use/:kind',
    query: USE_QUERY,
    operation: PublicUse,
    variables: useVariables,
    head: useHead,
    component: UsePage,
    preview: usePreview,
  }),
  definePage({
    path: '/methodology',
    operation: PublicMethodology,
    variables: () => ({}),
    head: methodologyHead,
    component: MethodologyPage,
  }),
  definePage({
    path: '/directory',
    query: DIRECTORY_QUERY,
    operation: PublicDirectory,
    variables: directoryVariables,
    head: directoryHead,
    component: DirectoryPage,
    scripted: true,
  }),
  definePage({
    path: '/categories',
    operation: PublicCategories,
    variables: () => ({}),
    head: categoriesHead,
    component: CategoriesPage,
  }),
  definePage({
    path: '/categories/:id',
    operation: PublicCategory,
    variables: categoryVariables,
    head: categoryHead,
    component: CategoryPage,
    preview: categoryPreview,
  }),
  definePage({
    path: '/compare/:tools',
    operation: PublicComparison,
    variables: (place) => ({ tools: comparedIn(place) }),
    head: compareHead,
    component: ComparePage,
    preview: comparePreview,
    canonicalPath: (place) => compareAt(comparedIn(place)),
  }),
  definePage({
    path: '/tools/:slug',
    query: TOOL_QUERY,
    operation: PublicTool,
    variables: toolVariables,
    head: toolHead,
    component: ToolPage,
    preview: toolPreview,
    scripted: true,
  }),
  definePage({
    path: '/offers',
    query: OFFERS_QUERY,
    operation: PublicOffers,
    variables: offersVariables,
    head: offersHead,
    component: OffersPage,
    scripted: true,
  }),
  definePage({
    path: '/offers/:slug',
    operation: PublicOffer,
    variables: slugIn,
    head: offerHead,
    component: OfferPage,
    preview: offerPreview,
  }),
  definePage({
    path: '/p/:slug',
    operation: PublicProof,
    variables: slugIn,
    head: projectHead,
    component: ProjectPage,
  }),
  definePage({
    path: '/h',
    query: HACKATHONS_QUERY,
    operation: PublicHackathons,
    variables: hackathonsVariables,
    head: hackathonsHead,
    component: HackathonsPage,
    scripted: true,
  }),
  definePage({
    path: '/h/:slug',
    operation: PublicHackathon,
    variables: slugIn,
    head: hackathonHead,
    component: HackathonPage,
    preview: hackathonPreview,
  }),
  definePage({
    path: '/s/:skillId',
    operation: PublicSkill,
    variables: ({ params: { skillId = '' } }) => ({ skillId }),
    head: skillHead,
    component: SkillPage,
  }),
];
