package dev.poolfit.demo.stock;

import org.springframework.data.jpa.repository.JpaRepository;

/** Finds sectors. */
interface SectorRepository extends JpaRepository<Sector, Integer> {}
