import {
  PublicAdoption,
  PublicDirectory,
  PublicHackathon,
  PublicHome,
  PublicMethodology,
  PublicOffer,
  PublicOffers,
  PublicProof,
  PublicSkill,
  PublicTool,
} from '../providers/generated/operations.js';
import { AdoptionPage, adoptionHead, adoptionVariables } from './AdoptionPage.js';
import { DIRECTORY_QUERY, DirectoryPage, directoryHead, directoryVariables } from './DirectoryPage.js';
import { HackathonPage, hackathonHead } from './HackathonPage.js';
import { HomePage, homeHead } from './HomePage.js';
import { MethodologyPage, methodologyHead } from './MethodologyPage.js';
import { OfferPage, offerHead } from './OfferPage.js';
import { OFFERS_QUERY, OffersPage, offersHead, offersVariables } from './OffersPage.js';
import { ProjectPage, projectHead } from './ProjectPage.js';
import { definePage, type Page, type Place } from './page.js';
import { PERIOD_QUERY } from './periods.js';
import { SkillPage, skillHead } from './SkillPage.js';
import { ToolPage, toolHead } from './ToolPage.js';

const slugIn = ({ params: { slug = '' } }: Place) => ({ slug });

/** Every public page: its address, the document that it asks, what it shows and what previews of its link say. */
export const pages: readonly Page[] = [
  definePage({ path: '/', operation: PublicHome, variables: () => ({}), head: homeHead, component: HomePage }),
  definePage({
    path: '/adoption',
    query: PERIOD_QUERY,
    operation: PublicAdoption,
    variables: adoptionVariables,
    head: adoptionHead,
    component: AdoptionPage,
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
    path: '/tools/:slug',
    query: PERIOD_QUERY,
    operation: PublicTool,
    variables: slugIn,
    head: toolHead,
    component: ToolPage,
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
  }),
  definePage({
    path: '/p/:slug',
    operation: PublicProof,
    variables: slugIn,
    head: projectHead,
    component: ProjectPage,
  }),
  definePage({
    path: '/h/:slug',
    operation: PublicHackathon,
    variables: slugIn,
    head: hackathonHead,
    component: HackathonPage,
  }),
  definePage({
    path: '/s/:skillId',
    operation: PublicSkill,
    variables: ({ params: { skillId = '' } }) => ({ skillId }),
    head: skillHead,
    component: SkillPage,
  }),
];
